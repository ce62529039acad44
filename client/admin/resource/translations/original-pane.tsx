import { Alert, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ModuleName } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { notifyError, notifySuccess } from '../../components/notifications.tsx';
import type { RecordForm } from '../../form/use-record-form.ts';
import type { Members } from '../field-kind.ts';
import type { FormField, FormModel } from '../form-context.tsx';
import { moduleClient, moduleHooks, rowIn } from '../module-api.ts';

const ComparedVersions = lazyPart({
  name: 'the comparison',
  load: () => import('../versions/versions-page.tsx').then((file) => file.ComparedVersions),
  placeholder: <Skeleton height={120} />,
});

interface OriginalPaneProps {
  module: ModuleName;
  /** Of the translation. */
  id: number;
  originalId: number;
  /** The columns of the original that have changed since somebody checked the translation. */
  outdated: readonly string[];
  /** The version of the original that the translation follows. */
  asOf: number;
  model: FormModel;
  form: RecordForm<Members>;
}

const translated: readonly string[] = ['line', 'text', 'optionalText', 'html', 'lines', 'figures', 'blocks'];
/** Texts that a click copies into the form. */
const copied: readonly string[] = ['line', 'text', 'optionalText', 'html', 'lines'];

/** The texts of the original beside the form of its translation. */
export function OriginalPane({ module, id, originalId, outdated, asOf, model, form }: OriginalPaneProps) {
  const utils = trpc.useUtils();
  const [isCompared, setCompared] = useState(false);
  const query = moduleHooks(module).one.useQuery({ id: originalId });
  return (
    <Stack component="section" gap="md" aria-label="Original">
      <Text component="h2" fw={600} size="lg">
        Original
      </Text>
      <QueryBoundary query={query} subject="the original" skeleton={<Skeleton height={320} />}>
        {(answer) => {
          const original = rowIn(module, answer);
          const fields = [...model.fields.values()].filter(
            ({ column, kind }) =>
              translated.includes(column.kind) && kind.format(kind.fromRow(original)) !== '',
          );
          const changed = fields.filter(({ name }) => outdated.includes(name));
          const confirm = async () => {
            try {
              const checked = { id, original_version: original.version };
              await moduleClient(utils, module).confirmTranslation.mutate(checked);
              await utils[module].invalidate();
              notifySuccess('The translation is up to date.');
            } catch (error) {
              notifyError('Couldn’t mark the translation', error);
            }
          };
          return (
            <Stack gap="md">
              {outdated.length > 0 && (
                <Alert color="yellow" title="The original has changed">
                  <Text size="sm">
                    {`Since this translation was last checked: ${changed.map(labelOf).join(', ')}.`}
                  </Text>
                  <Group mt="xs" gap="xs">
                    <Button variant="default" onClick={() => void confirm()}>
                      It is up to date
                    </Button>
                    {asOf > 0 && (
                      <Button
                        variant="subtle"
                        aria-expanded={isCompared}
                        onClick={() => setCompared(!isCompared)}
                      >
                        {isCompared ? 'Hide what has changed' : 'Show what has changed'}
                      </Button>
                    )}
                  </Group>
                  {isCompared && (
                    <Box mt="sm">
                      <ComparedVersions
                        name={module}
                        columns={Object.fromEntries(changed.map(({ name, column }) => [name, column]))}
                        id={originalId}
                        layout="inline"
                        before={asOf}
                        after={original.version}
                      />
                    </Box>
                  )}
                </Alert>
              )}
              {fields.map((field) => (
                <OriginalText
                  key={field.name}
                  field={field}
                  text={field.kind.format(field.kind.fromRow(original))}
                  isChanged={outdated.includes(field.name)}
                  onCopy={
                    copied.includes(field.column.kind)
                      ? () => form.setValues(field.kind.fromRow(original))
                      : undefined
                  }
                />
              ))}
            </Stack>
          );
        }}
      </QueryBoundary>
    </Stack>
  );
}

interface OriginalTextProps {
  field: FormField;
  text: string;
  isChanged: boolean;
  onCopy: (() => void) | undefined;
}

function OriginalText({ field, text, isChanged, onCopy }: OriginalTextProps) {
  const label = labelOf(field);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} size="sm">
          {isChanged ? `${label}, changed` : label}
        </Text>
        {onCopy && (
          <Button size="compact-sm" variant="subtle" aria-label={`Copy ${label}`} onClick={onCopy}>
            Copy
          </Button>
        )}
      </Group>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
    </div>
  );
}

function labelOf({ column }: FormField): string {
  return column.heading ?? column.label;
}
