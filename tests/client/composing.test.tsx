import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchInput } from '../../client/admin/list/list-toolbar.tsx';
import type { ListParams } from '../../client/admin/list/use-list-params.ts';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('Enter that ends a composition does not search', () => {
  const setSearch = vi.fn();
  render(
    <MantineProvider env="test">
      <SearchInput params={{ search: undefined, setSearch } as unknown as ListParams} placeholder="Search" />
    </MantineProvider>,
  );
  const field = screen.getByLabelText('Search');
  fireEvent.change(field, { target: { value: 'とうきょう' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(setSearch).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '東京' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(setSearch.mock.calls).toEqual([['東京', { replace: false }]]);
});

it('a list is searched 300 ms after the last key', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const setSearch = vi.fn();
  render(
    <MantineProvider env="test">
      <SearchInput params={{ search: undefined, setSearch } as unknown as ListParams} placeholder="Search" />
    </MantineProvider>,
  );
  for (const value of ['o', 'oak']) {
    fireEvent.change(screen.getByLabelText('Search'), { target: { value } });
    vi.advanceTimersByTime(299);
    expect(setSearch, value).not.toHaveBeenCalled();
  }
  vi.advanceTimersByTime(1);
  expect(setSearch.mock.calls).toEqual([['oak', { replace: false }]]);
});
