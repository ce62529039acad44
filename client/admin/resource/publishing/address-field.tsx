import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Column } from '../../../../src/shared/column-types.ts';
import { prefixOfLanguage } from '../../core/site-languages.ts';
import {
  isCompleteAddress,
  rowAddressOf,
  normalizeAddress,
  proposalInput,
  proposalOptions,
  titleForAddress,
  titleOf,
} from './addresses.ts';
import { trpc } from '../../../api/trpc.ts';
import { useFormContext } from '../form-context.tsx';
import { fieldKindOf } from '../field-adapters.ts';
import type { ControlProps } from '../field-kind.ts';
import classes from './publishing.module.css';

/** The form shows the address as text, and an input on demand. */
export const formAddressKindOf = (column: Column) => ({
  ...fieldKindOf('slug', column, [], undefined),
  Control: AddressField,
});

const pauseMs = 400;

/**
 * With the server's proposal if none is typed. For a public row only if `isOffered`, because a save would not
 * use it.
 */
export function useAddressOfForm(isOffered: boolean) {
  const { form, resource, row } = useFormContext();
  const { name, title } = resource;
  const { values } = form;
  const parts = { name, title, row, values };
  const [text] = useDebouncedValue(titleOf(parts), pauseMs);
  const slug = normalizeAddress(name, String(values.slug));
  const isPublic = row?.state === 'published' || row?.state === 'ended';
  const isAsked = text !== '' && slug === '' && (isOffered || !isPublic);
  const { data } = trpc.addresses[name as 'blog'].propose.useQuery(proposalInput(text, parts), {
    ...proposalOptions,
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  const proposal = isAsked ? (data?.slug ?? '') : '';
  const next = slug || (titleForAddress(parts) && proposal);
  return {
    slug,
    proposal,
    /** The host and the path of the row's page after the next save. */
    shown: location.host + prefixOfLanguage(values.lang) + rowAddressOf(name, next, row?.id),
    /** The address that a draft gets when it is published. `''` for other rows. */
    later: next === '' && !isPublic ? proposal : '',
  };
}

/** The address of the row as text below the title, with a button that shows the input. */
function AddressField(props: ControlProps) {
  const [isOpen, setOpen] = useState(false);
  const { shown, later, proposal } = useAddressOfForm(isOpen);
  const { resource, form } = useFormContext();
  const { name } = resource;
  const site = location.host + prefixOfLanguage(form.values.lang);
  const isInput = isOpen || Boolean(props.errorOf('slug'));
  return (
    <div className={classes.address}>
      <p className={classes.hint}>
        Address:{' '}
        <bdi className={classes.url}>{later ? site + rowAddressOf(name, later, undefined) : shown}</bdi>
        {later && ', once it is published'}
        {!isInput && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label="Change the address"
            onClick={() => setOpen(true)}
          >
            Change
          </Button>
        )}
      </p>
      {isInput && (
        <SlugInput {...props} layout={{ ...props.layout, placeholder: proposal, isFocusedFirst: isOpen }} />
      )}
    </div>
  );
}

/** On blur the server converts the typed text to an address by the rules of the language. */
export function SlugInput({ label, layout, form, errorOf }: ControlProps) {
  const { resource, row } = useFormContext();
  const { addresses } = trpc.useUtils();
  const value = String(form.values.slug);
  const complete = async () => {
    const typed = value.trim();
    if (typed === '' || isCompleteAddress(resource.name, typed, row)) return form.setValues({ slug: typed });
    const { propose } = addresses[resource.name as 'blog'];
    const question = proposalInput(typed, { row, values: form.values });
    // If the server cannot be reached now, the typed text remains, and the save requests the address.
    const answer = await propose.fetch(question, proposalOptions).catch(() => undefined);
    if (answer) form.setValues({ slug: answer.slug });
  };
  return (
    <TextInput
      label={label}
      description={layout.description}
      placeholder={layout.placeholder}
      spellCheck={false}
      autoCapitalize="none"
      autoFocus={layout.isFocusedFirst}
      value={value}
      error={errorOf('slug')}
      onChange={({ currentTarget }) => form.setValues({ slug: currentTarget.value })}
      onBlur={() => void complete()}
    />
  );
}
