/** With neither `file` nor `address`, it is usually on the author's disk, where browsers cannot read it. */
interface PastedPicture {
  file?: File;
  address?: string;
  alt: string;
}

/** Returns undefined to leave the picture out. */
export type PictureResolver = (
  picture: PastedPicture,
) => { waiting: string } | { absent: string } | undefined;

const pictureData = /(\ssrc\s*=\s*["']?)data:(image\/[a-z.+-]+);base64,([^\s"'<>]*)/gi;
const shortName = 'pasted-picture:';

/** Replaces pictures in `data:` addresses with short names, because they are longer than a text may be. */
export function takePictureData(html: string): { text: string; fileOf: (name: string) => File | undefined } {
  const data: { type: string; base64: string }[] = [];
  const text = html.replaceAll(pictureData, (_, before: string, type: string, base64: string) => {
    data.push({ type, base64 });
    return `${before}${shortName}${data.length - 1}`;
  });
  const fileOf = (name: string) => {
    const picture = name.startsWith(shortName) ? data[Number(name.slice(shortName.length))] : undefined;
    return picture && readBytes(picture.base64, picture.type);
  };
  return { text, fileOf };
}

function readBytes(base64: string, type: string): File | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return new File([bytes], `pasted.${type.slice('image/'.length).replace(/\+.*/, '')}`, { type });
  } catch {
    return undefined;
  }
}
