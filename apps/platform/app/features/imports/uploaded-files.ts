/** Files of this visit, to read another sheet of a workbook without choosing the file again. */
const files = new Map<string, Blob>()
const MOST_FILES = 3

export function rememberFile(id: string, file: Blob) {
  files.set(id, file)
  const [oldest] = files.keys()
  if (files.size > MOST_FILES && oldest) files.delete(oldest)
}

export const findFile = (id: string) => files.get(id)
