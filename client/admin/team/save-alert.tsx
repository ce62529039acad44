import { TRPCClientError } from '@trpc/client';
import { explainFailure } from '../../lib/failure.ts';
import { ConflictHint } from '../ui/conflict-hint.tsx';
import { FailureNote } from '../ui/failure-note.tsx';

interface SaveAlertProps {
  error: unknown;
  /** What it reads when the server names no fields (specification, section 8). */
  fallback: string;
}

/** Why a save failed: all messages of the fields joined, or the fallback and the server's reason below it. */
export function SaveAlert({ error, fallback }: SaveAlertProps) {
  const { message, requestId, status } = explainFailure(error);
  const ofFields = fieldMessages(error);
  if (ofFields.length > 0) return <FailureNote failure={{ message: ofFields.join('\n'), requestId }} />;
  return (
    <FailureNote failure={{ message: fallback, requestId }}>
      {message} {status === 409 && <ConflictHint />}
    </FailureNote>
  );
}

function fieldMessages(error: unknown): string[] {
  if (!(error instanceof TRPCClientError)) return [];
  const errors: Record<string, string[]> = error.data?.errors ?? {};
  return Object.values(errors).flat();
}
