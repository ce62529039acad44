import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useRowId } from './edit-form-loader.tsx';

interface NewRowForm {
  /** Whether the form began as that of a new row. */
  beganNew: boolean;
  /** Differs for each new row. */
  opening: number;
  /** Gives the open form the address of its row. */
  onCreated: (row: { id: number }) => void;
}

/**
 * For a component that is both the page `new` and the page `edit`. A save that keeps the form of a new row open changes
 * the address, and the form keeps its caret and the undo history of its texts.
 */
export function useNewRowForm(listAddress: string): NewRowForm {
  const id = useRowId();
  const isNew = useParams().id === undefined;
  const navigate = useNavigate();
  const { state } = useLocation();
  const [created, setCreated] = useState<{ id: number; hasArrived: boolean }>();
  const [opening, setOpening] = useState(1);
  const isHere = created !== undefined && created.id === id;
  if (isHere && !created.hasArrived) setCreated({ ...created, hasArrived: true });
  if (created?.hasArrived && !isHere) {
    setCreated(undefined);
    setOpening(opening + 1);
  }
  return {
    beganNew: isNew || isHere,
    opening,
    onCreated: (row) => {
      if (!isNew) return;
      setCreated({ id: row.id, hasArrived: false });
      void navigate(`${listAddress}/${row.id}/edit`, {
        replace: true,
        preventScrollReset: true,
        state: { ...Object(state), isOfSameForm: true },
      });
    },
  };
}

/** Whether a navigation keeps the form that is open, with its unsaved input. */
export function isOfSameForm(state: unknown): boolean {
  return Boolean(Object(state).isOfSameForm);
}
