import { useState } from 'react';
import { maxImageBytes } from '../../../../src/shared/upload-limits.ts';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { trpc } from '../../../api/trpc.ts';
import { createUploads, type UploadCalls, type Uploads } from '../../library/uploads.ts';
import { useUploadMedia } from '../../library/use-upload-media.ts';

export interface LibraryPicture {
  id: number;
  url: string;
  alt: string | null;
  width?: number | undefined;
  height?: number | undefined;
}

export interface PictureLibrary {
  upload: UploadCalls<LibraryPicture>['send'];
  find(id: number): Promise<LibraryPicture | undefined>;
}

export interface PictureUploads extends Uploads<LibraryPicture> {
  /** The `blob:` address of the file. */
  preview(key: string): string | undefined;
  find(id: number): Promise<LibraryPicture | undefined>;
  /** `find` then does not fetch it. */
  remember(picture: LibraryPicture): void;
  /** Lets the person choose another file. */
  choose(key: string): void;
}

export function usePictureLibrary(): PictureLibrary {
  const { client } = trpc.useUtils();
  const upload = useUploadMedia();
  const [library] = useState<PictureLibrary>(() => ({
    upload: async (file, options) => toLibraryPicture(await upload(file, options)),
    find: async (id) => toLibraryPicture((await client.media.one.query({ id })).item),
  }));
  return library;
}

export function toLibraryPicture({ id, path, alt, picture }: MediaItemView): LibraryPicture {
  return { id, alt, url: `/${path}`, width: picture?.width, height: picture?.height };
}

export function createPictureUploads(library: PictureLibrary): PictureUploads {
  const pictures = new Map<number, Promise<LibraryPicture | undefined>>();
  const previews = new Map<File, string>();
  const remember = (picture: LibraryPicture) => void pictures.set(picture.id, Promise.resolve(picture));
  const uploads = createUploads({ send: library.upload, problemOf, onStored: remember });
  return {
    ...uploads,
    preview: (key) => {
      const file = uploads.get(key)?.file;
      if (file && !previews.has(file)) previews.set(file, URL.createObjectURL(file));
      return file && previews.get(file);
    },
    find: (id) => {
      const picture = pictures.get(id) ?? library.find(id).catch(() => undefined);
      pictures.set(id, picture);
      return picture;
    },
    remember,
    choose: (key) =>
      chooseFiles(false, ([file]) => {
        if (file) uploads.replace(key, file);
      }),
    close: () => {
      uploads.close();
      for (const address of previews.values()) URL.revokeObjectURL(address);
      previews.clear();
    },
  };
}

// The browser may garbage-collect an input that nothing refers to. `change` then never fires.
const openInputs = new Set<HTMLInputElement>();

export function chooseFiles(isMultiple: boolean, onChoose: (files: File[]) => void): void {
  const input = document.createElement('input');
  openInputs.add(input);
  input.type = 'file';
  input.accept = 'image/*';
  input.multiple = isMultiple;
  input.addEventListener('cancel', () => openInputs.delete(input));
  input.addEventListener('change', () => {
    openInputs.delete(input);
    onChoose([...(input.files ?? [])]);
  });
  input.click();
}

const heic = /\.(?:heic|heif)$/i;

function problemOf(file: File): string | undefined {
  if (heic.test(file.name) || /^image\/hei[cf]/.test(file.type)) {
    return 'Browsers cannot show HEIC pictures. Save it as JPEG and add it again.';
  }
  if (file.type && !file.type.startsWith('image/')) return 'This is not a picture.';
  if (file.size > maxImageBytes) return `The picture is larger than ${maxImageBytes / 1024 / 1024} MB.`;
  return undefined;
}
