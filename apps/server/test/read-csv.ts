import { parse } from 'csv-parse/sync'

/** Rows of an exported file, by heading. */
export const readCsv = (file: string) => parse(file, { bom: true, columns: true }) as Record<string, string>[]
