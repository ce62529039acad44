import display from '../../styles/fonts/bricolage-grotesque-latin.woff2?url';
import text from '../../styles/fonts/inter-latin.woff2?url';

/** The two files that every page needs before its first words stand right. */
export const fontPreloads = [display, text]
  .map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`)
  .join('');
