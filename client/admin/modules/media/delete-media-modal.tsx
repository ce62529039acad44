import type { MediaItemView } from '../../../../src/shared/media.ts';
import { trpc } from '../../../api/trpc.ts';
import {
  type DeleteConfig,
  DeleteRowModal,
  trashNote,
  type useConfirm,
} from '../../components/confirm-modal.tsx';

interface DeletePictureModalProps {
  remove: DeleteConfig<MediaItemView>['remove'];
  asked: ReturnType<typeof useConfirm<MediaItemView>>;
}

export function DeleteMediaModal({ remove, asked }: DeletePictureModalProps) {
  const query = trpc.media.one.useQuery({ id: asked.item?.id ?? 0 }, { enabled: asked.isOpen });
  const count = query.data?.in_versions ?? 0;
  const versions =
    count === 0
      ? ''
      : ` Earlier versions of ${count === 1 ? 'one entry' : `${count} entries`} show it and would lose it.`;
  const noun = asked.item?.file ? 'File' : 'Picture';
  return (
    <DeleteRowModal
      deletion={{
        title: `Delete ${noun}`,
        question: ({ name }) => `Are you sure you want to delete "${name}"?`,
        note: trashNote + versions,
        answer: `Delete ${noun}`,
        remove,
      }}
      row={asked.item}
      isOpen={asked.isOpen}
      onClose={asked.close}
    />
  );
}
