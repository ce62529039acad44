export const galleryPath = '/admin/gallery';

/** The name of the gallery in the table of media uses and in the activity log. */
export const galleryModule = 'gallery';

export const maxPictures = 300;
export const maxCaption = 300;
export const yearRange = { min: 1800, max: 2200 } as const;
