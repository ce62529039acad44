import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createUploads } from '../../client/admin/library/uploads.ts';
import type { UploadOptions } from '../../client/admin/library/use-upload-media.ts';
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
  const keys = [0, 1, 2].map((number) =>
    uploads.add(new File(['x'], `${number}.png`, { type: 'image/png' })),
  );
  for (const key of keys) expect(uploads.preview(key)).toMatch(/^blob:/);
  expect(upload).toHaveBeenCalledTimes(2);
  expect(addresses.size).toBe(3);
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(upload).toHaveBeenCalledTimes(2);
  expect(addresses.size).toBe(0);
});

it('an upload repeats its idempotency key with its file, and one that waits can be stopped or removed', async () => {
  const calls: { file: File; options: Required<UploadOptions>; fail: (error: Error) => void }[] = [];
  const uploads = createUploads({
    send: (file, options) =>
      new Promise<number>((_resolve, fail) => {
        calls.push({ file, options, fail });
      }),
    problemOf: () => undefined,
  });
  const fileOf = (name: string) => new File(['x'], name);
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map((name) => uploads.add(fileOf(name)));
  uploads.stop(third!);
  uploads.remove(fourth!);
  expect(uploads.list().map(({ state, message }) => [state, message])).toEqual([
    ['sending', ''],
    ['sending', ''],
    ['failed', 'The upload was stopped.'],
  ]);
  calls[0]!.fail(new Error('The network is gone.'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(uploads.get(first!)).toMatchObject({ state: 'failed', isRetryable: true });
  uploads.retry(first!);
  uploads.replace(second!, fileOf('e'));
  expect(calls[1]!.options.signal.aborted).toBe(true);
  calls[1]!.fail(new Error('The call of the replaced file ends late.'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(uploads.get(second!)?.state).toBe('sending');
  const sent = calls.map(({ file }) => file.name);
  const keyOf = (at: number) => calls[at]!.options.requestKey;
  expect(sent).toEqual(['a', 'b', 'a', 'e']);
  expect(keyOf(2)).toBe(keyOf(0));
  expect(new Set([keyOf(0), keyOf(1), keyOf(3)]).size).toBe(3);
});
