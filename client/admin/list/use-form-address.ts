import { useLocation, useNavigate } from 'react-router-dom';

/** Returns the addresses and navigations between a list and its forms. */
export function useRecordNavigation(listAddress: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const openForm = (path: string) => navigate(`${listAddress}/${path}`, { state: { isFromList: true } });
  const { isFromList }: { isFromList?: boolean } = Object(state);
  return {
    editHref: (id: number) => `${listAddress}/${id}/edit`,
    openNew: () => openForm('new'),
    openEdit: (id: number) => openForm(`${id}/edit`),
    /** Returns to the list in its previous state, with its page, filters and scroll position. */
    backToList: () => (isFromList ? navigate(-1) : navigate(listAddress)),
    /** Goes to the start of the list, where a new row is shown. */
    toNewest: () => navigate(listAddress),
  };
}
