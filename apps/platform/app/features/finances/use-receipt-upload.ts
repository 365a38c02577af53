import { upload } from '@sherpa/api-client/upload'
import { receiptFileTypes } from '@sherpa/contracts/expense'
import { expenseOperations } from '@sherpa/contracts/expense-operations'
import { endingOf, fileTypes } from '@sherpa/contracts/file'
import { useState } from 'react'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { reasonNotToSend } from '../athletes/files/file-words.ts'

const endings = new Set<string>(receiptFileTypes.flatMap((type) => fileTypes[type].endings))

/** What is known to be wrong with a receipt before it is sent. */
export function reasonNotToKeep(file: File) {
  if (!endings.has(endingOf(file.name))) return 'A receipt must be a photograph (JPEG, PNG or WebP) or a PDF.'
  return reasonNotToSend(file)
}

/** Sends the photograph or PDF of an expense, and tells how far it is. */
export function useReceiptUpload() {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const [share, setShare] = useState<number>()
  return {
    /** From 0 to 1; undefined while nothing is sent. */
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
