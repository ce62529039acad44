import { useState } from 'react';
import { mediaKindOf } from '../../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { trpc } from '../../../api/trpc.ts';
import { trashNote, useAsk } from '../../components/ask.tsx';
import { useDeletionWithUndo } from '../../list/use-trash.ts';
import { UseList } from './media-uses.tsx';

/** Asks before it deletes, or shows what uses the item. */
export function useMediaRemoval(onRemoved?: () => void) {
  const ask = useAsk();
  const { media } = trpc.useUtils();
  const [item, setItem] = useState<MediaItemView>();
  const noun = mediaKindOf(item?.type ?? '');
  const deletion = useDeletionWithUndo({ calls: trpc.trash.media, noun }, () => item?.name);
  const remove = trpc.media.remove.useMutation(deletion);
  return async (next: MediaItemView) => {
    const { id, name, file } = next;
    setItem(next);
    const { href } = location;
    // Without an answer it asks, and the server refuses to delete an item in use.
    const detail = await media.one.fetch({ id }).catch(() => undefined);
    if (location.href !== href) return;
    const { uses = [], in_versions = 0 } = detail ?? {};
    const kind = file ? 'File' : 'Picture';
    if (uses.length > 0) {
      ask({
        title: `${kind} in Use`,
        question: `"${name}" cannot be deleted while something uses it. Take it out there first.`,
        note: <UseList uses={uses} />,
        busyAnswer: '',
        run: () => undefined,
      });
      return;
    }
    ask({
      title: `Delete ${kind}`,
      question: `Are you sure you want to delete "${name}"?`,
      note: noteOf(in_versions),
      answer: `Delete ${kind}`,
      busyAnswer: 'Deleting...',
      isDangerous: true,
      run: async () => {
        await remove.mutateAsync({ id });
        onRemoved?.();
      },
    });
  };
}

function noteOf(count: number): string {
  if (count === 0) return trashNote;
  const entries = count === 1 ? 'one entry' : `${count} entries`;
  return `${trashNote} Earlier versions of ${entries} show it and would lose it.`;
}
