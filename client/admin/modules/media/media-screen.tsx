import { mediaFacts } from '../../../../src/modules/library/library.facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { TrashPage } from '../../list/trash-page.tsx';
import { MediaList } from './media-list.tsx';

function MediaTrash() {
  return (
    <TrashPage
      title="Media Trash"
      nouns="items"
      noun="item"
      address={mediaFacts.path}
      calls={trpc.trash.media}
    />
  );
}

export const mediaPages = {
  index: MediaList,
  edit: { load: async () => (await import('./media-form.tsx')).MediaEdit },
  trash: MediaTrash,
};
