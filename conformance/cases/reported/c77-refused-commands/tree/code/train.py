import argparse
p = argparse.ArgumentParser()
p.add_argument('--train-dir', required=True)
p.add_argument('--visdom-env')
p.add_argument('--lr', type=float, default=0.1)
p.parse_args()
print('ok')
