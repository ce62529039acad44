import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { useDeadLinks } from '../components/use-dead-links.ts';
import classes from './fields.module.css';

const pauseMs = 400;
const maxQuery = 200;

/**
 * A field for the address of a page, on this site or on another site. Suggests pages of this site. Warns if
 * the address is on this site and visitors cannot open the page.
 */
export function PageLinkInput(props: TextInputProps & { value: string }) {
  const [address] = useDebouncedValue(props.value.trim(), pauseMs);
  const list = useId();
  const problem = useDeadLinks([address])(address);
  const query = address.replace(/^\//, '').slice(0, maxQuery);
  const isOwn = query !== '' && !/[:#]/.test(query);
  // Loads suggestions only for an input that has had the focus, because a form for a menu has many of these
  // inputs.
  const [isEdited, setEdited] = useState(false);
  const pages = trpc.blog.links.useQuery(
    { query },
    {
      enabled: isOwn && isEdited,
      retry: false,
      placeholderData: keepPreviousData,
    },
  );
  return (
    <div>
      <TextInput list={list} autoComplete="off" {...props} onFocus={() => setEdited(true)} />
      <datalist id={list}>
        {pages.data?.links.map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </datalist>
      <p className={classes.warning} role="status">
        {problem && `${problem} Visitors who follow this link find nothing.`}
      </p>
    </div>
  );
}
