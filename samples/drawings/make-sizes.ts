// Makes the sizes of the pictures of the sample content, so that a new site need not make them:
// node src/launch.js samples/drawings/make-sizes.ts
import { access, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { sizesOf } from '../../src/shared/picture-view.ts';

const folder = new URL('../site/', import.meta.url);

interface Picture {
  path: string;
  width: number;
  bytes: number;
  is_animated: boolean;
}

const { items }: { items: Picture[] } = JSON.parse(await readFile(new URL('pictures.json', folder), 'utf8'));
for (const picture of items) {
  const original = await readFile(new URL(picture.path, folder));
  for (const { path, width } of sizesOf(picture)) {
    const file = new URL(path, folder);
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (!isThere)
      await sharp(original).resize({ width }).avif({ quality: 52, effort: 4 }).toFile(file.pathname);
  }
}
