import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { factsOf, type ModuleName, modulePath } from '../../../../src/shared/module-facts.ts';
import { trpc } from '../../../api/trpc.ts';
import { notifyError, notifySuccess } from '../../components/notifications.tsx';
import { moduleClient } from '../module-api.ts';

/** Makes a hidden copy of a row in another language, and opens its form. */
export function useTranslate() {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const isBusy = useRef(false);
  return async (name: ModuleName, id: number, lang: string) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const made = await moduleClient(utils, name).translate.mutate({ id, lang });
      void utils[name].invalidate();
      void utils.translations.invalidate();
      notifySuccess(`Visitors do not see the translation until you publish it.`);
      await navigate(`${modulePath(name)}/${made.id}/edit`);
    } catch (error) {
      notifyError(`Couldn’t translate the ${factsOf(name).noun}`, error);
    } finally {
      isBusy.current = false;
    }
  };
}
