import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { focusHeadingWhenLost } from '../ui/focus-heading.ts';
import { sayDone } from '../ui/say.ts';

/** Creates a post; `progress` tells how much of the form has been sent. */
export function useCreatePost(onSaved: () => void) {
  const { onProgress, progress, settle } = useFormSave('The post was created.', onSaved);
  const save = trpc.blog.create.useMutation({
    trpc: { context: { form: true, onProgress } },
    onSuccess: settle,
  });
  return { save, progress };
}

/** Changes a post. */
export function useUpdatePost(onSaved: () => void) {
  const { onProgress, progress, settle } = useFormSave('The post was saved.', onSaved);
  const save = trpc.blog.update.useMutation({
    trpc: { context: { form: true, onProgress } },
    onSuccess: settle,
  });
  return { save, progress };
}

/** Deletes a post. */
export function useRemovePost(onRemoved: () => void) {
  const { blog } = trpc.useUtils();
  return trpc.blog.remove.useMutation({
    onSuccess: async () => {
      onRemoved();
      sayDone('The post was deleted.');
      await blog.invalidate();
      focusHeadingWhenLost();
    },
  });
}

function useFormSave(words: string, onSaved: () => void) {
  const { blog } = trpc.useUtils();
  const [progress, onProgress] = useState<number>();
  const settle = () => {
    sayDone(words);
    onSaved();
    return blog.invalidate();
  };
  return { progress, onProgress, settle };
}
