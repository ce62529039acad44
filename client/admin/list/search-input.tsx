import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './list.module.css';
import type { ListParams } from './use-list-params.ts';

/** docs/product.md, §9.1. */
const debounceMs = 300;
/** The limit of the server. */
const maxLength = 200;

interface SearchInputProps {
  params: ListParams;
  placeholder: string;
}

/** The search field of a list. It searches after a pause in typing, or at once with Enter. */
export function SearchInput({ params, placeholder }: SearchInputProps) {
  const value = params.search ?? '';
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const search = () => {
    const words = text.trim();
    if (words === asked.current) return;
    asked.current = words;
    // One history entry for the whole search, so that Back leaves it in one step.
    params.setSearch(words || undefined, { replace: value !== '' });
  };
  // Back and Forward change the address without typing.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  // A filter chosen during the delay has changed the address, so the search must use the current one.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the delay
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      className={classes.search!}
      type="search"
      data-key="/"
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
