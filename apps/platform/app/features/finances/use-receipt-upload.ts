import { upload } from '@sherpa/api-client/upload'
import { expenseOperations } from '@sherpa/contracts/expense-operations'
import { endingOf, fileTypes, scanTypes } from '@sherpa/contracts/file'
import { useState } from 'react'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { reasonNotToSend } from '../athletes/files/file-words.ts'

const endings = new Set<string>(scanTypes.flatMap((type) => fileTypes[type].endings))

/** Checks a receipt before the upload. */
export function fileProblem(file: File) {
  if (!endings.has(endingOf(file.name))) return 'Choose a photo (JPEG, PNG or WebP) or a PDF.'
  return reasonNotToSend(file)
}

export function useReceiptUpload() {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [share, setShare] = useState<number>()
  return {
    /** Progress from 0 to 1; undefined while idle. */
    share,
    async send(expense: string, file: File) {
      setShare(0)
      try {
        const sent = { organization, expense, query: { name: file.name }, body: file }
        const watch = { signal: new AbortController().signal, onProgress: setShare }
        return await dispatch(upload(expenseOperations.addExpenseFile, sent, watch))
      } finally {
        setShare(undefined)
      }
    },
  }
}
