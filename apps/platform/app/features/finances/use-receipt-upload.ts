import { upload } from '@sherpa/api-client/upload'
import { expenseOperations } from '@sherpa/contracts/expense-operations'
import { useUploadProgress } from '../../forms/use-upload-progress.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'

export function useReceiptUpload() {
  const { id: organization } = useOrganization()
  const dispatch = useAppDispatch()
  const { share, track } = useUploadProgress()
  return {
    share,
    send: (expense: string, file: File) =>
      track((watch) => {
        const sent = { organization, expense, query: { name: file.name }, body: file }
        return dispatch(upload(expenseOperations.addExpenseFile, sent, watch))
      }),
  }
}
