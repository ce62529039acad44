import type { MediaItem } from '../../../../src/shared/media.ts';
import { type DeleteConfig, SoftDeleteModal, type useConfirm } from '../../components/confirm-modal.tsx';

interface DeletePictureModalProps {
  remove: DeleteConfig<MediaItem>['remove'];
  asked: ReturnType<typeof useConfirm<MediaItem>>;
}

export function DeletePictureModal({ remove, asked }: DeletePictureModalProps) {
  return (
    <SoftDeleteModal
      deletion={{
        title: 'Delete Picture',
        question: ({ name }) =>
          `Are you sure you want to delete "${name}"? You can restore it from the trash for 30 days.`,
        answer: 'Delete Picture',
        remove,
      }}
      row={asked.item}
      isOpen={asked.isOpen}
      onClose={asked.close}
    />
  );
}
