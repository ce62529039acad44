import { createContext, use, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { modulePath } from '../../../src/shared/module-facts.ts';

interface TakenPhoto {
  /** A photograph that no form has received yet. */
  photo: File | undefined;
  keep: (photo: File | undefined) => void;
}

export const TakenPhotoContext = createContext<TakenPhoto | undefined>(undefined);

/** The form that receives a photograph from the phone's menu. */
export const photoFormPath = `${modulePath('blog')}/new`;

/** Gives the photograph to the picture field of the form of a new post. */
export function useTakenPhoto(onPhoto: (photo: File) => void): void {
  const taken = use(TakenPhotoContext);
  const isHere = useLocation().pathname === photoFormPath;
  const receive = useEffectEvent((photo: File) => {
    onPhoto(photo);
    taken?.keep(undefined);
  });
  const photo = isHere ? taken?.photo : undefined;
  useEffect(() => {
    if (photo) receive(photo);
  }, [photo]);
}
