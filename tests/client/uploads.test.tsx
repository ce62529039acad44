import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { EditorActions } from '../../client/admin/writing/editor-shortcuts.ts';
import type { LibraryPicture } from '../../client/admin/writing/pictures/uploads.ts';
import { useWritingEditor } from '../../client/admin/writing/use-writing-editor.ts';

it('an editor that closes ends its uploads, begins none of those that wait, and frees their pictures', async () => {
  const signals: AbortSignal[] = [];
  const upload = vi.fn(
    (_file: File, { signal }: { signal: AbortSignal }) =>
      new Promise<LibraryPicture>((_resolve, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const addresses = new Set<string>();
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: () => {
        const address = `blob:${addresses.size}`;
        addresses.add(address);
        return address;
      },
      revokeObjectURL: (address: string) => addresses.delete(address),
    }),
  );
  const library = { upload, find: async () => undefined };
  const act = () => {};
  const actions: EditorActions = { link: act, tools: act, block: act, help: act, leave: act };
  const { result, unmount } = renderHook(() =>
    useWritingEditor({
      initial: '',
      attributes: {},
      library,
      onChange: act,
      onNotice: act,
      onMarkdown: act,
      actions,
    }),
  );
  const uploads = result.current.uploads!;
  for (let number = 0; number < 3; number += 1)
    uploads.add(new File(['x'], `${number}.png`, { type: 'image/png' }));
  expect(upload).toHaveBeenCalledTimes(2);
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(upload).toHaveBeenCalledTimes(2);
  expect(addresses.size).toBe(0);
});
