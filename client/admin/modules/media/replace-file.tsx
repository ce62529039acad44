import IconReplace from 'icon:replace';
import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { parseApiError } from '../../../api/errors.ts';
import { formInput, trpc } from '../../../api/trpc.ts';
import type { ApiInputs } from '../../../api/types.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { acceptAttributes, formatSizeOrDimensions } from '../../library/file-labels.ts';
import classes from './media.module.css';

interface ReplaceFileProps {
  item: MediaItemView;
  /** The version of the stored item on which the form is based. */
  version: number | undefined;
  onReplaced: (item: MediaItemView) => void;
}

/**
 * The section in which the person replaces the file of a library item. Everything that uses the item then
 * shows the new file.
 */
export function ReplaceFile({ item, version, onReplaced }: ReplaceFileProps) {
  const { client, media } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ message: string; requestId?: string | undefined }>();
  const replace = async (file: File | null) => {
    if (!file || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const input = formInput<ApiInputs['media']['replace']>({ id: item.id, version, file });
      const { item: next } = await client.media.replace.mutate(input, { context: { form: true } });
      onReplaced(next);
      notifySuccess('File replaced');
      void media.list.invalidate();
    } catch (error) {
      const { message, fields, requestId } = parseApiError(error);
      setFailure({ message: fields.file ?? message, requestId });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.section} aria-labelledby="media-file">
      <h2 id="media-file" className={classes.sectionTitle}>
        File
      </h2>
      <p className={classes.quiet}>
        {[item.type.toUpperCase(), formatSizeOrDimensions(item) + (item.picture ? ' pixels' : '')]
          .filter(Boolean)
          .join(', ')}
      </p>
      <FileButton accept={item.file ? `.${item.type}` : acceptAttributes.picture} onChange={replace}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconReplace size={16} stroke={1.6} aria-hidden="true" />}
            aria-disabled={isBusy}
          >
            {isBusy ? 'Replacing...' : 'Replace file'}
          </Button>
        )}
      </FileButton>
      {failure && <ErrorAlert title="Not replaced" failure={failure} />}
    </section>
  );
}
