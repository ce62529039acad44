import { maxImageBytes } from '../../../../src/shared/upload-limits.ts';

export interface LibraryPicture {
  id: number;
  url: string;
  alt: string | null;
  width?: number | undefined;
  height?: number | undefined;
}

export interface Upload {
  readonly key: string;
  state: 'queued' | 'sending' | 'failed' | 'done';
  /** The reason why the upload failed, or an empty text if it has not failed. */
  message: string;
  share: number;
  /** The `blob:` address of the file. */
  preview: string | undefined;
  picture: LibraryPicture | undefined;
}

export interface PictureLibrary {
  upload(
    file: File,
    options: { onProgress: (share: number) => void; signal: AbortSignal },
  ): Promise<LibraryPicture>;
  find(id: number): Promise<LibraryPicture | undefined>;
}

/** The picture uploads of one editor. At most two uploads run at a time. */
export interface Uploads {
  add(file: File): string;
  get(key: string): Upload | undefined;
  /** Replaces the file of a picture and starts the upload. */
  replace(key: string, file: File): void;
  retry(key: string): void;
  stop(key: string): void;
  find(id: number): Promise<LibraryPicture | undefined>;
  /** Caches a picture of the library, so that `find` does not fetch the picture. */
  remember(picture: LibraryPicture): void;
  /** Opens the file dialog for a picture. The chosen file replaces the picture's file, and its upload starts. */
  choose(key: string): void;
  subscribe(listener: () => void): () => void;
  /** Stops all uploads and frees their pictures. */
  close(): void;
}

interface Item extends Upload {
  file: File | undefined;
  abort: AbortController | undefined;
}

const atOnce = 2;
const heic = /\.(?:heic|heif)$/i;

export function createUploads(library: PictureLibrary, describe: (error: unknown) => string): Uploads {
  const items = new Map<string, Item>();
  const known = new Map<number, Promise<LibraryPicture | undefined>>();
  const listeners = new Set<() => void>();
  let count = 0;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const add = (file: File): string => {
    count += 1;
    const key = `picture-${count}`;
    items.set(key, {
      key,
      state: 'queued',
      message: '',
      file,
      share: 0,
      picture: undefined,
      abort: undefined,
      preview: URL.createObjectURL(file),
    });
    begin(key);
    return key;
  };
  const begin = (key: string) => {
    const item = items.get(key);
    if (!item?.file) return;
    const problem = problemOf(item.file);
    Object.assign(item, { state: problem ? 'failed' : 'queued', message: problem ?? '', share: 0 });
    tell();
    sendNext();
  };
  const sendNext = () => {
    const all = [...items.values()];
    const free = atOnce - all.filter(({ state }) => state === 'sending').length;
    for (const item of all.filter(({ state }) => state === 'queued').slice(0, Math.max(0, free)))
      void send(item);
  };
  const send = async (item: Item) => {
    const abort = new AbortController();
    Object.assign(item, { state: 'sending', abort });
    tell();
    try {
      const picture = await library.upload(item.file!, {
        signal: abort.signal,
        onProgress: (share) => {
          item.share = share;
          tell();
        },
      });
      known.set(picture.id, Promise.resolve(picture));
      Object.assign(item, { state: 'done', picture });
    } catch (error) {
      const message = abort.signal.aborted ? 'The upload was stopped.' : describe(error);
      Object.assign(item, { state: 'failed', message });
    }
    tell();
    sendNext();
  };
  return {
    add,
    get: (key) => items.get(key),
    replace: (key, file) => {
      const item = items.get(key);
      if (!item) return;
      if (item.preview) URL.revokeObjectURL(item.preview);
      Object.assign(item, { file, preview: URL.createObjectURL(file) });
      begin(key);
    },
    retry: begin,
    stop: (key) => items.get(key)?.abort?.abort(),
    find: (id) => {
      const found = known.get(id) ?? library.find(id).catch(() => undefined);
      known.set(id, found);
      return found;
    },
    remember: (picture) => void known.set(picture.id, Promise.resolve(picture)),
    choose: (key) =>
      chooseFiles(false, ([file]) => {
        const item = items.get(key);
        if (file && item) {
          if (item.preview) URL.revokeObjectURL(item.preview);
          Object.assign(item, { file, preview: URL.createObjectURL(file) });
          begin(key);
        }
      }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      for (const { preview, abort } of items.values()) {
        abort?.abort();
        if (preview) URL.revokeObjectURL(preview);
      }
      // Otherwise, the end of an upload would start the next one.
      items.clear();
    },
  };
}

// If nothing refers to the input while its dialog is open, the browser may garbage-collect the input. In that case,
// `change` never fires.
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

function problemOf(file: File): string | undefined {
  if (heic.test(file.name) || /^image\/hei[cf]/.test(file.type)) {
    return 'Browsers cannot show HEIC pictures. Save it as JPEG and add it again.';
  }
  if (file.type && !file.type.startsWith('image/')) return 'This is not a picture.';
  if (file.size > maxImageBytes) return `The picture is larger than ${maxImageBytes / 1024 / 1024} MB.`;
  return undefined;
}
