import display from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import text from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';

/** The two files that every page needs before its first words stand right. */
export const fontPreloads = [display, text]
  .map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`)
  .join('');
