import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './search-field.module.css';
import type { ListAddress } from './use-list-address.ts';

/** docs/product.md, §9.1. */
const debounceMs = 300;
/** What the server takes. */
const maxLength = 200;

interface SearchFieldProps {
  list: ListAddress;
  placeholder: string;
}

/** A search over a list; it begins once typing has paused, at once with the Enter key. */
export function SearchField({ list, placeholder }: SearchFieldProps) {
  const value = list.get('search') ?? '';
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const search = () => {
    const words = text.trim();
    if (words === asked.current) return;
    asked.current = words;
    // One step back leaves the search, however often the typing rested.
    list.set('search', words || undefined, { replace: value !== '' });
  };
  // Back and Forward change the address without a word typed.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  // A filter chosen during the wait has changed the address that the search is added to.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed starts the wait
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      className={classes.search!}
      type="search"
      label="Search"
      placeholder={placeholder}
      maxLength={maxLength}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && search()}
    />
  );
}
