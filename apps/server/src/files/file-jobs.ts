import { every } from '../jobs/job.ts'
import type { StoredFiles } from './stored-files.ts'

export type FileJobParts = { files: Pick<StoredFiles, 'sweep'> }

export function fileJobs({ files }: FileJobParts) {
  return [
    every('5 minutes', {
      name: 'remove-leftover-files',
      title: 'Remove the content of files that were removed, and of uploads that never ended',
      run: files.sweep,
    }),
  ]
}
