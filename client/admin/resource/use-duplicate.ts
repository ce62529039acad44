import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { notifyError, notifySuccess } from '../components/notifications.tsx';
import { capitalised } from '../core/labels.ts';
import { moduleClient, type Row } from './module-api.ts';
import type { Resource } from './resource-types.ts';

export function useDuplicate({ name, address, nouns }: Pick<Resource, 'name' | 'address' | 'nouns'>) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const isBusy = useRef(false);
  return async ({ id }: Pick<Row, 'id'>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    const { duplicate } = moduleClient(utils, name);
    try {
      const copy = await duplicate.mutate({ id });
      void utils[name].invalidate();
      notifySuccess(`${capitalised(nouns.one)} copied. Visitors do not see the copy until you publish it.`);
      await navigate(`${address}/${copy.id}/edit`);
    } catch (error) {
      notifyError(`Couldn’t copy the ${nouns.one}`, error);
    } finally {
      isBusy.current = false;
    }
  };
}
