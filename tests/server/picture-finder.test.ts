import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openUploadsFolder } from '../../src/transfer/media-importer.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';

const host = 'https://old.example.com';

test('a picture is found by its path, else by the name of another copy, and the largest copy wins', async () => {
  await withTemporaryFolder(async (folder) => {
    const files: [path: string, bytes: number][] = [
      ['2013/01/photo.jpg', 900],
      ['2013/01/photo-300x200.jpg', 90],
      ['2013/01/photo-scaled.jpg', 500],
      ['2013/02/photo.jpg', 800],
      ['2013/03/edit.jpg', 900],
      ['2013/03/edit-e1368111111111.jpg', 300],
      ['2013/03/only-150x150.png', 10],
      ['2013/03/dense@2x.png', 10],
      ['2013/03/GRÖSSE.JPG', 10],
      ['2014/04/image.jpg', 10],
      ['flat.jpg', 10],
      ['brochures/mill.jpg', 10],
    ];
    for (const [path, bytes] of files) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      await writeFile(join(folder, path), Buffer.alloc(bytes));
    }
    const huge = Buffer.alloc(10 * 1024 * 1024 + 1);
    await writeFile(join(folder, '2013/03/huge.jpg'), huge);
    await writeFile(join(folder, '2013/03/huge-scaled.jpg'), 'small');
    await symlink('/etc/hostname', join(folder, '2013/03/outside.jpg'));
    const uploads = await openUploadsFolder(folder);
    const found: [address: string, path: string | undefined][] = [
      ['/wp-content/uploads/2013/01/photo.jpg', '2013/01/photo.jpg'],
      ['/wp-content/uploads/2013/01/photo-1024x768.jpg?w=300', '2013/01/photo.jpg'],
      ['/wp-content/uploads/2013/02/photo-300x200.jpg', '2013/02/photo.jpg'],
      ['/wp-content/uploads/2013/09/photo.jpg', undefined],
      ['/wp-content/uploads/2013/03/edit-e1368111111111-300x200.jpg', '2013/03/edit-e1368111111111.jpg'],
      ['/wp-content/uploads/2013/03/edit-300x200.jpg', '2013/03/edit.jpg'],
      ['/wp-content/uploads/2013/03/edit-e1999999999999.jpg', '2013/03/edit.jpg'],
      ['/wp-content/uploads/2013/03/only.png', '2013/03/only-150x150.png'],
      ['/wp-content/uploads/2013/03/dense.png', '2013/03/dense@2x.png'],
      ['/wp-content/uploads/2013/03/gr%C3%B6sse.jpg', '2013/03/GRÖSSE.JPG'],
      ['/wp-content/uploads/2013/03/huge.jpg', '2013/03/huge-scaled.jpg'],
      ['/wp-content/uploads/2013/04/image.jpg', undefined],
      ['/images/image.jpg', '2014/04/image.jpg'],
      ['/wp-content/uploads/2013/04/flat.jpg', 'flat.jpg'],
      ['/wp-content/uploads/sites/3/2013/02/photo.jpg', '2013/02/photo.jpg'],
      ['/content/images/size/w600/2014/04/image.jpg', '2014/04/image.jpg'],
      ['/wp-content/uploads/2013/03/outside.jpg', undefined],
      ['/wp-content/uploads/../../etc/hostname', undefined],
      ['/wp-content/uploads/brochures/mill.jpg', 'brochures/mill.jpg'],
    ];
    const places: [place: string, path: string | undefined][] = [
      ['https://blog.files.wordpress.com/2013/02/photo.jpg?w=1024&h=600', '2013/02/photo.jpg'],
      ['https://i0.wp.com/blog.files.wordpress.com/2013/02/photo.jpg', '2013/02/photo.jpg'],
      ['https://i2.wp.com/old.example.com/wp-content/uploads/2013/02/photo.jpg', '2013/02/photo.jpg'],
    ];
    for (const [address, path] of [...found.map(([at, path]) => [host + at, path] as const), ...places])
      expect([address, (await uploads.find(address))?.path]).toEqual([
        address,
        path && expect.stringMatching(new RegExp(`/${path}$`)),
      ]);
  });
});
