export { MediaPicker, type MediaPickerProps } from '../../library/media-picker.tsx';
