/** Asks an editor to select its first picture that lacks what `detail` names. */
export const findPictureEvent = 'find-picture';
export type PictureLack = 'description' | 'file';
