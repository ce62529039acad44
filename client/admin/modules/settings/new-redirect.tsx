import { Button, TextInput } from '@mantine/core';
import type { Ref, SubmitEvent } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import { SaveFailure } from '../../form/form-page.tsx';
import classes from './settings.module.css';

export const emptyRedirect = { path: '', target: '' };

interface NewRedirectProps {
  values: typeof emptyRedirect;
  onType: (values: typeof emptyRedirect) => void;
  pageRef: Ref<HTMLInputElement>;
}

/** The form that adds a redirect from an old address to a page of the site. */
export function NewRedirect({ values, onType, pageRef }: NewRedirectProps) {
  const add = trpc.addresses.redirects.add.useMutation({
    meta: { done: 'Redirect added' },
    onSuccess: () => onType(emptyRedirect),
  });
  const errors = useSaveErrors(add.error ?? undefined, ['path', 'target']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!add.isPending) add.mutate(values);
  };
  const typed = (name: keyof typeof emptyRedirect) => ({
    value: values[name],
    error: errors.of(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      onType({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <form className={classes.redirect} onSubmit={submit} noValidate aria-label="New redirect">
      <TextInput label="Old address" placeholder="/old-page" {...typed('path')} />
      <TextInput label="Page" placeholder="/services" ref={pageRef} {...typed('target')} />
      <SaveFailure failure={errors.failure} />
      <Button type="submit" aria-disabled={add.isPending}>
        Add redirect
      </Button>
    </form>
  );
}
