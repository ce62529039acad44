import { mediaKindOf } from '../../../../src/modules/library/library.facts.ts';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { trpc } from '../../../api/trpc.ts';
import { trashNote, useAsk } from '../../components/ask.tsx';
import { type TrashCalls, useDeletionWithUndo } from '../../list/use-trash.ts';
import { useState } from 'react';

export function useMediaRemoval(onRemoved?: () => void) {
  const ask = useAsk();
  const [item, setItem] = useState<MediaItemView>();
  const noun = mediaKindOf(item?.type ?? '');
  const deletion = useDeletionWithUndo({ calls: trpc.trash.media as TrashCalls, noun }, () => item?.name);
  const remove = trpc.media.remove.useMutation(deletion);
  return (next: MediaItemView) => {
    setItem(next);
    const title = `Delete ${next.file ? 'File' : 'Picture'}`;
    ask({
      title,
      question: `Are you sure you want to delete "${next.name}"?`,
      note: <TrashNote id={next.id} />,
      answer: title,
      busyAnswer: 'Deleting...',
      isDangerous: true,
      run: async () => {
        await remove.mutateAsync({ id: next.id });
        onRemoved?.();
      },
    });
  };
}

function TrashNote({ id }: { id: number }) {
  const count = trpc.media.one.useQuery({ id }).data?.in_versions ?? 0;
  if (count === 0) return trashNote;
  const entries = count === 1 ? 'one entry' : `${count} entries`;
  return `${trashNote} Earlier versions of ${entries} show it and would lose it.`;
}
