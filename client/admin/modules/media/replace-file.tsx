import IconReplace from 'icon:replace';
import { Button, FileButton } from '@mantine/core';
import type { MediaItemView } from '../../../../src/shared/media.ts';
import { parseApiError } from '../../../api/errors.ts';
import { formInput } from '../../../api/form-input.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiInputs } from '../../../api/types.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { acceptAttributes, formatSizeOrDimensions } from '../../library/file-labels.ts';
import classes from './media.module.css';

interface ReplaceFileProps {
  item: MediaItemView;
  /** The version that the form began with. */
  version: number | undefined;
  onReplaced: (item: MediaItemView) => void;
}

/** Everything that uses the item then shows the new file. */
export function ReplaceFile({ item, version, onReplaced }: ReplaceFileProps) {
  const replace = trpc.media.replace.useMutation({
    trpc: { context: { form: true } },
    meta: { done: 'File replaced' },
    onSuccess: ({ item: next }) => onReplaced(next),
  });
  const { isPending, error } = replace;
  const onFile = (file: File | null) => {
    if (file && !isPending)
      replace.mutate(formInput<ApiInputs['media']['replace']>({ id: item.id, version, file }));
  };
  const failure = error ? parseApiError(error) : undefined;
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
      <FileButton accept={item.file ? `.${item.type}` : acceptAttributes.picture} onChange={onFile}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconReplace size={16} stroke={1.6} aria-hidden="true" />}
            aria-disabled={isPending}
          >
            {isPending ? 'Replacing...' : 'Replace file'}
          </Button>
        )}
      </FileButton>
      {failure && (
        <ErrorAlert
          title="Not replaced"
          failure={{ ...failure, message: failure.fields.file ?? failure.message }}
        />
      )}
    </section>
  );
}
