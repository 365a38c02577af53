import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'

export type ExportFormat = 'csv' | 'json'

/** Downloads athletes as a file. */
export function useExport(load: (format: ExportFormat) => Promise<string>) {
  const { busy, run } = useAction()
  return { busy, save: (format: ExportFormat) => run(async () => saveFile(await load(format), `athletes.${format}`)) }
}
