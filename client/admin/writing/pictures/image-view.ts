import type { NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import { removeImages } from './insert.ts';
import type { Upload } from '../../library/uploads.ts';
import { chooseFiles, type PictureUploads } from './uploads.ts';

/** Shows the library's picture, or the preview and state of the upload. */
export function createImageView(uploads: PictureUploads): NodeViewRenderer {
  return ({ node, view, getPos }) => new ImageView(node, view, getPos, uploads);
}

type PictureUpload = Upload<unknown>;

class ImageView implements NodeView {
  dom = document.createElement('span');
  #image = document.createElement('img');
  #notice = document.createElement('span');
  #node: Node;
  #view: EditorView;
  #getPos: () => number | undefined;
  #uploads: PictureUploads;
  #shown = '';
  #leave: () => void;

  constructor(node: Node, view: EditorView, getPos: () => number | undefined, uploads: PictureUploads) {
    this.#node = node;
    this.#view = view;
    this.#getPos = getPos;
    this.#uploads = uploads;
    this.dom.className = 'writing-image';
    this.#notice.className = 'writing-waiting';
    this.#notice.contentEditable = 'false';
    this.dom.append(this.#image, this.#notice);
    this.dom.addEventListener('mousedown', this.#select);
    this.#leave = uploads.subscribe(this.#draw);
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#draw();
    return true;
  }

  stopEvent(event: Event): boolean {
    // ProseMirror would select the image instead of its figure. The notice's buttons handle their own events.
    return event.type === 'mousedown' || this.#notice.contains(event.target as HTMLElement);
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#leave();
  }

  /** Selects a single picture's figure, or the clicked image of a gallery. */
  #select = (event: MouseEvent) => {
    const at = this.#getPos();
    if (at === undefined || event.button !== 0 || this.#notice.contains(event.target as HTMLElement)) return;
    event.preventDefault();
    const $at = this.#view.state.doc.resolve(at);
    const place = $at.parent.type.name === 'picture' ? $at.before() : at;
    const selection = NodeSelection.create(this.#view.state.doc, place);
    this.#view.dispatch(this.#view.state.tr.setSelection(selection));
    this.#view.focus();
  };

  #draw = () => {
    const { media, alt, waiting } = this.#node.attrs;
    this.#image.alt = alt ?? '';
    const upload = waiting === null ? undefined : this.#uploads.get(waiting);
    if (media !== null) void this.#showStored(media);
    else this.#showPreview(upload);
    this.#drawNotice(media === null ? upload : undefined, media === null);
  };

  async #showStored(media: number): Promise<void> {
    if (this.#shown === String(media)) return;
    this.#shown = String(media);
    const picture = await this.#uploads.find(media);
    if (this.#shown !== String(media)) return;
    this.#image.hidden = !picture;
    if (picture) {
      this.#image.src = picture.url;
      if (picture.width && picture.height) {
        this.#image.width = picture.width;
        this.#image.height = picture.height;
      }
    } else {
      this.#notice.hidden = false;
      this.#notice.textContent = 'This picture is no longer in the library.';
    }
  }

  #showPreview(upload: PictureUpload | undefined): void {
    const address = (upload && this.#uploads.preview(upload.key)) ?? '';
    this.#image.hidden = address === '';
    if (this.#shown === address) return;
    this.#shown = address;
    if (address) this.#image.src = address;
    // The browser may be unable to show what it can upload.
    this.#image.onerror = () => {
      this.#image.hidden = true;
    };
  }

  #drawNotice(upload: PictureUpload | undefined, isMissing: boolean): void {
    const notice = this.#notice;
    notice.hidden = !isMissing;
    if (!isMissing) return;
    const state = upload?.state ?? 'missing';
    if (notice.dataset.state !== state || state === 'failed') {
      notice.dataset.state = state;
      notice.replaceChildren(...this.#partsOf(upload, state));
    }
    const bar = notice.querySelector('progress');
    if (bar && upload) bar.value = upload.share;
  }

  #partsOf(upload: PictureUpload | undefined, state: PictureUpload['state'] | 'missing'): HTMLElement[] {
    const key = upload?.key ?? '';
    const message = document.createElement('span');
    if (state === 'queued' || state === 'sending' || state === 'done') {
      message.textContent = state === 'queued' ? 'Waiting to be sent' : 'Sending';
      const bar = document.createElement('progress');
      bar.max = 1;
      bar.setAttribute('aria-label', 'Upload');
      return [message, bar, this.#button('Stop', () => this.#uploads.stop(key))];
    }
    message.setAttribute('role', 'alert');
    const { absent } = this.#node.attrs;
    const where = absent ? `This picture is at ${absent}.` : 'This picture is missing.';
    message.textContent = upload?.message ?? where;
    return [
      message,
      ...(state === 'failed' ? [this.#button('Try again', () => this.#uploads.retry(key))] : []),
      this.#button('Choose a file', () => (upload ? this.#uploads.choose(key) : this.#choose())),
      this.#button('Remove', this.#remove),
    ];
  }

  #button(label: string, run: () => void): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', run);
    return button;
  }

  #choose = () =>
    chooseFiles(false, ([file]) => {
      const at = this.#getPos();
      if (!file || at === undefined) return;
      this.#view.dispatch(this.#view.state.tr.setNodeAttribute(at, 'waiting', this.#uploads.add(file)));
    });

  #remove = () => {
    const at = this.#getPos();
    if (at === undefined) return;
    removeImages(this.#view, [at]);
    this.#view.focus();
  };
}
