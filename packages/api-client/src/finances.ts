import { accountingOperations } from '@sherpa/contracts/accounting-operations'
import { bankOperations } from '@sherpa/contracts/bank-operations'
import { expenseOperations } from '@sherpa/contracts/expense-operations'
import { feeInvoiceOperations } from '@sherpa/contracts/fee-invoice-operations'
import { financeOperations } from '@sherpa/contracts/finance-operations'
import { paymentOperations } from '@sherpa/contracts/payment-operations'
import { payoutOperations } from '@sherpa/contracts/payout-operations'
import { receiptOperations } from '@sherpa/contracts/receipt-operations'
import { statementOperations } from '@sherpa/contracts/statement-operations'
import { api } from './api.ts'
import { endpointsOf } from './endpoints-of.ts'

export const financesApi = api.injectEndpoints({
  endpoints: (build) => ({
    ...endpointsOf(build, financeOperations),
    ...endpointsOf(build, receiptOperations),
    ...endpointsOf(build, expenseOperations),
    ...endpointsOf(build, payoutOperations),
    ...endpointsOf(build, accountingOperations),
    ...endpointsOf(build, feeInvoiceOperations),
    ...endpointsOf(build, statementOperations),
    ...endpointsOf(build, paymentOperations),
    ...endpointsOf(build, bankOperations),
  }),
})
