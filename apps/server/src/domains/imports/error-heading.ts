/** The column that a file of failed rows has besides those of the original. It is ignored when the file comes back. */
export const ERROR_HEADING = 'Import error'
