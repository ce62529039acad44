import { useRef, useState } from 'react';
import { formInput } from '../../../api/form-input.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiInputs, ApiOutputs } from '../../../api/types.ts';
import { field, type FormDefinition } from '../../form/form-definition.ts';
import type { SubmitOptions } from '../../form/submit-record.ts';
import { useRecordForm } from '../../form/use-record-form.ts';
import { useInboxRefresh } from './message-actions.ts';

export type Draft = ApiOutputs['inbox']['draftReply'];

interface ReplyValues {
  text: string;
  subject: string;
  quote: boolean;
  pictures: number[];
  file_1: File | undefined;
  file_2: File | undefined;
  file_3: File | undefined;
  file_4: File | undefined;
  file_5: File | undefined;
}
type ReplyRow = ReplyValues & { id: number };

export const fileFieldNames = ['file_1', 'file_2', 'file_3', 'file_4', 'file_5'] as const;

interface Reply {
  /** The message. */
  id: number;
  draft: Draft;
  /** The text of an earlier answer that was cancelled or not delivered, or `''`. */
  initialText: string;
  /** The newest event when the form opened, or 0. */
  lastEvent: number;
  onSent: () => void;
}

/** The server refuses an answer if the person has not seen a colleague's. `markSeen` records that they have. */
export function useReplyForm({ id, draft, initialText, lastEvent, onSent }: Reply) {
  const { client } = trpc.useUtils();
  const seen = useRef(lastEvent);
  const [definition] = useState(
    (): FormDefinition<ReplyValues, ReplyRow> => ({
      name: `inbox-reply-${id}`,
      belongsTo: { module: 'inbox', itemId: id },
      isWrittenOnce: true,
      hasFiles: true,
      fields: [
        field('text', 'Answer'),
        field('subject', 'Subject'),
        field('quote', 'Quote the message'),
        {
          label: 'From the library',
          names: ['pictures'],
          format: ({ pictures }) => formatLibraryFileCount(pictures.length),
        },
        { label: 'Files', names: [...fileFieldNames], format: (values) => namesOf(values).join(', ') },
      ],
      toValues: ({ id: _, ...values }) => values,
    }),
  );
  const send = async (values: ReplyValues, options: SubmitOptions): Promise<ReplyRow> => {
    const { event } = await client.inbox.reply.mutate(
      formInput<ApiInputs['inbox']['reply']>({ id, ...values, last_event: seen.current }),
      options,
    );
    return { ...values, id: event.id };
  };
  const form = useRecordForm(
    definition,
    {
      create: send,
      // An attempt's response was lost, and the text changed since. Cancels the earlier answer, which fails if it
      // has been sent.
      update: async (values, row, options) => {
        await client.inbox.removeReply.mutate({ id: row.id });
        return send(values, options);
      },
      refresh: useInboxRefresh(),
    },
    {
      defaultValues: {
        text: initialText,
        subject: draft.subject,
        quote: true,
        pictures: [],
        file_1: undefined,
        file_2: undefined,
        file_3: undefined,
        file_4: undefined,
        file_5: undefined,
      },
      successMessage: 'The answer goes out in 10 seconds',
      onSuccess: onSent,
    },
  );
  const markSeen = (event: number) => {
    seen.current = event;
  };
  return { form, markSeen };
}

function namesOf(values: ReplyValues): string[] {
  return fileFieldNames.flatMap((one) => values[one]?.name ?? []);
}

export function formatLibraryFileCount(pictures: number): string {
  if (pictures === 0) return '';
  return pictures === 1 ? '1 file of the library' : `${pictures} files of the library`;
}
