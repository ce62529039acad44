import { mergeAttributes, Node } from '@tiptap/core';
import { nodeConfigFromSchema } from '../nodes-from-schema.ts';
import { createImageView } from '../pictures/image-view.ts';
import type { PictureUploads } from '../pictures/uploads.ts';

/**
 * `media` is the library id, `waiting` the key of the upload, `absent` the host of a picture pasted without a file.
 * An image with neither `media` nor `absent` is not stored.
 */
export const Image = Node.create<{ uploads: PictureUploads | undefined }>({
  ...nodeConfigFromSchema('image'),
  name: 'image',
  selectable: false,
  draggable: false,
  addOptions: () => ({ uploads: undefined }),
  addAttributes: () => ({
    media: {
      default: null,
      parseHTML: (element) => Number(element.getAttribute('data-media')) || null,
      renderHTML: ({ media }) => (media === null ? {} : { 'data-media': media }),
    },
    alt: {
      default: null,
      parseHTML: (element) => element.getAttribute('alt'),
      renderHTML: ({ alt }) => (alt === null ? {} : { alt }),
    },
    absent: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-absent'),
      renderHTML: ({ absent }) => (absent === null ? {} : { 'data-absent': absent }),
    },
    waiting: {
      default: null,
      parseHTML: (element) => element.getAttribute('data-waiting'),
      renderHTML: ({ waiting }) => (waiting === null ? {} : { 'data-waiting': waiting }),
    },
  }),
  parseHTML: () => [{ tag: 'img[data-media]' }, { tag: 'img[data-waiting]' }, { tag: 'img[data-absent]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView() {
    const { uploads } = this.options;
    return uploads ? createImageView(uploads) : null;
  },
});

export const Picture = Node.create({
  ...nodeConfigFromSchema('picture'),
  name: 'picture',
  draggable: true,
  renderHTML: ({ HTMLAttributes }) => [
    'figure',
    mergeAttributes({ 'data-kind': 'picture' }, HTMLAttributes),
    0,
  ],
});

/** `htmlOf` stores a gallery of one image as a picture. */
export const Gallery = Node.create({
  ...nodeConfigFromSchema('gallery'),
  name: 'gallery',
  content: 'image+ caption',
  draggable: true,
  renderHTML: () => ['figure', { 'data-kind': 'gallery' }, 0],
});
