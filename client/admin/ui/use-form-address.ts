import { useLocation, useNavigate } from 'react-router-dom';

/** The ways between a list and its forms. */
export function useFormAddress(listAddress: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const openForm = (path: string) => navigate(`${listAddress}/${path}`, { state: { isFromList: true } });
  const { isFromList }: { isFromList?: boolean } = Object(state);
  return {
    editHref: (id: number) => `${listAddress}/${id}/edit`,
    openNew: () => openForm('new'),
    openEdit: (id: number) => openForm(`${id}/edit`),
    /** Back to the list as it was left: its page, its filters, where it was scrolled to. */
    backToList: () => (isFromList ? navigate(-1) : navigate(listAddress)),
    /** To the list's beginning, where a new row stands. */
    toNewest: () => navigate(listAddress),
  };
}
