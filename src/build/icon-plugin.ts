import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const prefix = 'icon:';

/**
 * `import IconTrash from 'icon:trash'` becomes a component. Only Tabler's drawings are installed, in one
 * file: its package of components has 12,000 files and 88 MB.
 */
export function iconPlugin(): Plugin {
  const file = createRequire(import.meta.url).resolve('@iconify-json/tabler/icons.json');
  let drawings: Promise<Record<string, { body: string }>> | undefined;
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      drawings ??= readFile(file, 'utf8').then((text) => JSON.parse(text).icons); // A file of an installed package
      const name = id.slice(prefix.length + 1);
      const drawing = (await drawings)[name];
      if (!drawing) throw new Error(`Tabler has no icon ${name}.`);
      const paths = Array.from(drawing.body.matchAll(/ d="([^"]+)"/g), ([, path]) => path);
      const parameters = `${JSON.stringify(paths)}${name.endsWith('-filled') ? ', true' : ''}`;
      return `import { createIcon } from '/client/shared/icon.tsx';\nexport default /* @__PURE__ */ createIcon(${parameters});`;
    },
  };
}
