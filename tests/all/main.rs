mod adapter_contract;
