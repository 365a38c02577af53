import { api } from '@sherpa/api-client/api'
import { createStore } from '@sherpa/api-client/store'
import { useDispatch, useSelector } from 'react-redux'
import { API_URL } from './settings.ts'

export const store = createStore(api, { baseUrl: API_URL })

type State = ReturnType<typeof store.getState>

export const useAppDispatch = useDispatch.withTypes<typeof store.dispatch>()
export const useAppSelector = useSelector.withTypes<State>()
